import { SetFlagArgs } from './set-flag';

/** Arguments of `set_feature_flag`. */
export class SetFeatureFlagArgs extends SetFlagArgs {}
