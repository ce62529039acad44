import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

// Preloaded into a server. While the data folder contains a file with the name `broken`, every `fdatasync`
// fails.

const { fdatasync } = fs;
const broken = join(process.env.DATA_DIR ?? '', 'broken');
fs.fdatasync = ((fd: number, done: (error: Error | null) => void) => {
  if (!fs.existsSync(broken)) return fdatasync(fd, done);
  done(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }));
}) as typeof fs.fdatasync;
syncBuiltinESMExports();
