/** Tests whether a word is another one with a single slip of the fingers. */

/** True for equal words and for one letter missing, doubled, replaced or swapped with its neighbour. Case is ignored. */
export function isNearWord(typed: string, meant: string): boolean {
  const a = typed.toLowerCase();
  const b = meant.toLowerCase();
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  const shorter = Math.min(a.length, b.length) - head;
  while (tail < shorter && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const restA = a.slice(head, a.length - tail);
  const restB = b.slice(head, b.length - tail);
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
