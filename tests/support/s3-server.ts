import { openS3 } from './storages.ts';

// The store of the tests in a process of its own, until that is ended. Tells its address in a line.
const { endpoint } = await openS3(process.argv[2]!);
console.log(endpoint);
