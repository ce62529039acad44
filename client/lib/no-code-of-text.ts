import { config } from 'zod';

// The policy of the pages allows no code that is made of text: trying whether it works would be reported as a breach of it.
config({ jitless: true });
