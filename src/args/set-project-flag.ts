import { SetFlagArgs } from './set-flag';

/** Arguments of `set_project_flag`. */
export class SetProjectFlagArgs extends SetFlagArgs {}
