import { readSettings } from '../config/env.ts';
import { startServer } from '../main.ts';
import { runOrExplain } from '../program.ts';

await runOrExplain(() => startServer(readSettings()));
