import { openS3 } from './storages.ts';

// The S3 store of the tests in a separate process. Prints its address.
const { endpoint } = await openS3(process.argv[2]!);
console.log(endpoint);
