import { readSettings } from '../config/env.ts';
import { startServer } from '../main.ts';
import { runOrExplain } from '../program.ts';

// Serves with what is built already. It is bundled itself, and what `npm start` ends in.
await runOrExplain(() => startServer(readSettings()));
