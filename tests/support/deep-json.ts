const deepLists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const deepObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Yields deep values in the place of the whole input and of each field. */
export function* deepInputs(fields: string[], depth: number): Generator<string> {
  for (const deep of [deepLists(depth), deepObjects(depth)]) {
    yield deep;
    yield `{${fields
      .map((field) => `${JSON.stringify(field)}:${deep}`)
      .slice(0, 4)
      .join(',')}}`;
    for (const field of fields) yield `{${JSON.stringify(field)}:${deep}}`;
  }
}
