import { serveStdio } from 'toolwright';
import app from './app.js';

void serveStdio(app);
