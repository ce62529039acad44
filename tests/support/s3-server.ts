import { openS3 } from './storages.ts';

// Runs the S3 store of the tests in a separate process and prints its address.
const { endpoint } = await openS3(process.argv[2]!, Number(process.argv[3]));
console.log(endpoint);
