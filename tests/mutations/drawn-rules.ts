import { readFileSync } from 'node:fs';
import { randomFrom } from '../support/random.ts';

// Prints the sentences of docs/product.md in the order that a seed decides: `node src/launch.js tests/mutations/drawn-rules.ts 67 20`.

const [seed = '67', count = '20'] = process.argv.slice(2);
const sentences = sentencesOf(readFileSync('docs/product.md', 'utf8'));
const random = randomFrom(Number(seed));
const order = sentences.map((sentence, at) => ({ number: at + 1, sentence, key: random() }));
order.sort((a, b) => a.key - b.key);
for (const { number, sentence } of order.slice(0, Number(count))) console.log(`${number}. ${sentence}`);

/** Each sentence of a paragraph, each entry of a list and each row of a table. */
function sentencesOf(page: string): string[] {
  const blocks = page.split(/\n(?=\n|- |\|)/).map((block) => block.replace(/\s+/g, ' ').trim());
  return blocks
    .filter((block) => block !== '' && !block.startsWith('#') && !/^\|[ -]+\|[ -|]*$/.test(block))
    .flatMap((block) => (block.startsWith('|') ? [block] : block.split(/(?<=[.?!]'?) (?=[A-Z'"`*(§])/)));
}
