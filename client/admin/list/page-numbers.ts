const around = 1;

/**
 * Returns the page numbers to show: the first, the last and those around the current one. `undefined` marks a
 * gap.
 */
export function pageWindow(current: number, last: number): (number | undefined)[] {
  const numbers: (number | undefined)[] = [];
  for (let number = 1; number <= last; number += 1) {
    const isNear = Math.abs(number - current) <= around;
    // A gap of one page shows that page.
    const isEdge =
      number === 1 ||
      number === last ||
      (number === 2 && current <= 4) ||
      (number === last - 1 && current >= last - 3);
    if (isNear || isEdge) numbers.push(number);
    else if (numbers.at(-1) !== undefined) numbers.push(undefined);
  }
  return numbers;
}
