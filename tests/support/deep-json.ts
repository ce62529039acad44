const deepLists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const deepObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/**
 * Yields JSON texts with a deeply nested list, and then with a deeply nested object. The nested value is
 * first the whole input. Then it is the value of up to four fields at once, and finally the value of each
 * single field.
 */
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
