const senders = 200;

/** Returns a different IPv4 address for each number, so that no rate limit applies. */
export const senderAddress = (number: number) =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

/**
 * Sends POST requests, 200 at a time, until `isOver` returns true. Each request has a different sender
 * address. Returns the number of responses by status.
 */
export async function flood(url: string, bodyOf: (number: number) => object, isOver: () => boolean) {
  const statuses: Record<string, number> = {};
  let number = 0;
  const send = async () => {
    while (!isOver()) {
      number += 1;
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': senderAddress(number) };
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(bodyOf(number)) });
      await answer.arrayBuffer();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
  return statuses;
}
