const deepLists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const deepObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Yields deeply nested values, first as the whole input and then as each of its fields. */
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
