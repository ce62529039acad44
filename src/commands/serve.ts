import { readSettings } from '../config/env.ts';
import { startServer } from '../main.ts';
import { runOrExplain } from '../program.ts';

// Starts the built server without building. `npm start` ends in the bundle of this file.
await runOrExplain(() => startServer(readSettings()));
