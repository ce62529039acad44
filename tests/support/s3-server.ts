import { openS3 } from './storages.ts';

// A program that runs the S3 store of the tests and prints its address.
const { endpoint } = await openS3(process.argv[2]!, Number(process.argv[3]));
console.log(endpoint);
