const deepLists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const deepObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/**
 * Yields JSON texts with a deeply nested list, and then with a deeply nested object. In the first text of each kind,
 * the nested value is the whole input. In the second text, it is the value of up to four fields. In each further text,
 * it is the value of a single field.
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
