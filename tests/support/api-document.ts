type Node = Record<string, unknown>;

/**
 * Returns the OpenAPI document in an explicit form for tests. References and `allOf` are replaced with their
 * content. Each operation lists its security, and every status that its `default` response covers. Successful
 * responses forbid properties that are not documented.
 */
export function expandApiDocument<T>(document: T): T {
  const { paths, security: usual } = document as {
    paths: Record<string, Record<string, Node>>;
    security?: unknown;
  };
  const spelled = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => {
        const { security = usual, ...rest } = inPlace(operation, document as Node) as Node;
        return [method, { ...rest, security, responses: answersOf(rest.responses as Record<string, Node>) }];
      }),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(spelled) };
}

function inPlace(node: unknown, document: Node): unknown {
  if (Array.isArray(node)) return node.map((each) => inPlace(each, document));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, allOf, ...rest } = node as Node;
  if (typeof $ref === 'string') {
    const found = $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Node)[key], document);
    return { ...(inPlace(found, document) as Node), ...rest };
  }
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inPlace(value, document)]));
  if (!Array.isArray(allOf)) return own;
  const parts = allOf.map((part) => inPlace(part, document) as Node);
  return parts.reduce(merge, own);
}

function merge(one: Node, other: Node): Node {
  const properties = { ...(one.properties as Node), ...(other.properties as Node) };
  const required = [...((one.required ?? []) as string[]), ...((other.required ?? []) as string[])];
  return { ...one, ...other, properties, ...(required.length > 0 && { required }) };
}

/**
 * Replaces the `default` response with one response per status. The description of `default` lists these
 * statuses.
 */
function answersOf({ default: other, ...named }: Record<string, Node>): Record<string, unknown> {
  const statuses = String(other?.description).match(/\b\d{3}\b(?=:)/g) ?? [];
  const others = Object.fromEntries(statuses.map((status) => [status, other]));
  return Object.fromEntries(
    Object.entries({ ...others, ...named }).map(([status, answer]) => [
      status,
      status.startsWith('2') ? closed(answer) : answer,
    ]),
  );
}

function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const own: Node = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isClosed = own.type === 'object' && own.properties !== undefined && !('additionalProperties' in own);
  return isClosed ? { ...own, additionalProperties: false } : own;
}
