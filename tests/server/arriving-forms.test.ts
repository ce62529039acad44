import { expect, test } from 'vitest';
import { createArrivingForms, slowCheckIntervalMs } from '../../src/limits/incoming-bytes.ts';
import { TooManyTries, Unavailable } from '../../src/shared/errors.ts';
import { isShortForm } from '../support/test-form.ts';

const [kilobyte, megabyte] = [1024, 1024 * 1024];
const network = (n: number) => `2001:db8:${n.toString(16)}::1`;

function start() {
  const arriving = createArrivingForms();
  /** Opens a form and counts its bytes. `reason` is why it was ended. */
  const open = (address: string, isWaiting = true) => {
    const form = { reason: undefined as Error | undefined };
    const end = (reason: Error) => {
      form.reason = reason;
    };
    const arrival = arriving.open('strangers', address, { isWaiting: () => isWaiting, end });
    return Object.assign(form, arrival);
  };
  return { arriving, open };
}

test('an address and its wider networks have bounds of their own', () => {
  const cases: [name: string, addresses: string[]][] = [
    ['an address', Array.from({ length: 5 }, () => '203.0.113.1')],
    ['a /64', Array.from({ length: 5 }, (_, n) => `2001:db8:0:1::${n}`)],
    ['a /56', Array.from({ length: 7 }, (_, n) => `2001:db8:0:${n}::1`)],
    ['a /48', Array.from({ length: 9 }, (_, n) => `2001:db8:0:${n}00::1`)],
  ];
  for (const [name, addresses] of cases) {
    const { open } = start();
    const forms = addresses.map((address) => open(address));
    for (const form of forms) form.add(5 * megabyte);
    expect(forms.at(-1)!.reason, name).toBeInstanceOf(TooManyTries);
    expect(
      forms.slice(0, -1).map(({ reason }) => reason),
      name,
    ).toEqual(forms.slice(1).map(() => undefined));
  }
});

test('beyond 64 MB in all, the slowest form of the network that sends most is ended', () => {
  const { arriving, open } = start();
  const [fast, slow] = [open(network(1)), open(network(1))];
  fast.add(10 * megabyte);
  slow.add(9 * megabyte);
  const others = Array.from({ length: 9 }, (_, n) => open(network(10 + n)));
  for (const other of others) other.add(5 * megabyte);
  expect(slow.reason).toBeUndefined();
  open(network(2)).add(megabyte);
  expect(slow.reason).toBeInstanceOf(Unavailable);
  expect([fast, ...others].map(({ reason }) => reason)).toEqual(Array(10).fill(undefined));
  expect(arriving.bytes('strangers')).toBe(56 * megabyte);
});

test('a form that has arrived completely is not ended, and counts until it is released once', () => {
  const { arriving, open } = start();
  const complete = Array.from({ length: 4 }, (_, n) => open(network(n)));
  for (const form of complete) {
    form.add(15 * megabyte);
    form.complete();
  }
  const late = open(network(9));
  late.add(5 * megabyte);
  expect(late.reason).toBeInstanceOf(Unavailable);
  arriving.endSlow();
  arriving.endSlow();
  expect(complete.map(({ reason }) => reason)).toEqual(Array(4).fill(undefined));
  complete[0]!.release();
  complete[0]!.release();
  expect(arriving.bytes('strangers')).toBe(45 * megabyte);
});

test('the more has arrived in all, the faster a form must be', () => {
  const cases: [heldMegabytes: number, kilobytes: number, isEnded: boolean][] = [
    [20, 1, false],
    [35, 150, true],
    [35, 250, false],
    [50, 250, true],
    [50, 1100, false],
  ];
  for (const [held, kilobytes, isEnded] of cases) {
    const { arriving, open } = start();
    for (let n = 0; n < held / 5; n += 1) {
      const form = open(network(n));
      form.add(5 * megabyte);
      form.complete();
    }
    const form = open(network(99));
    // The server itself has not read what its client has sent.
    const blocked = open(network(98), false);
    arriving.endSlow();
    form.add(kilobytes * kilobyte);
    const fresh = open(network(97));
    arriving.endSlow();
    expect(form.reason !== undefined, `${held} MB held, ${kilobytes} kB`).toBe(isEnded);
    expect([blocked.reason, fresh.reason]).toEqual([undefined, undefined]);
  }
});

test.skipIf(isShortForm)('fifty slow senders from 13 networks refuse no applicant', () => {
  const seconds = 600;
  const cases: [name: string, atOnce: number, perSecond: number][] = [
    ['2.1 kB/s', 0, 2.1 * kilobyte],
    ['4.9 MB at once, then 2.1 kB/s', 4.9 * megabyte, 2.1 * kilobyte],
    ['4 MB at once, then 11 kB/s', 4 * megabyte, 11 * kilobyte],
  ];
  for (const [name, atOnce, perSecond] of cases) {
    const { arriving, open } = start();
    const begin = (n: number) => {
      const form = open(network(n % 13));
      form.add(atOnce);
      return form;
    };
    const senders = Array.from({ length: 50 }, (_, n) => begin(n));
    let applicants: { form: ReturnType<typeof open>; left: number }[] = [];
    let [stored, most] = [0, 0];
    for (let second = 0; second < seconds; second += 1) {
      // A sender that was ended begins again in the next second.
      for (const [n, sender] of senders.entries())
        if (sender.reason) senders[n] = begin(n);
        else sender.add(perSecond);
      if (second % 10 === 0) applicants.push({ form: open(network(1000 + second)), left: 4.8 * megabyte });
      for (const applicant of applicants) {
        applicant.form.add(300 * kilobyte);
        applicant.left -= 300 * kilobyte;
        expect(applicant.form.reason, name).toBeUndefined();
      }
      const arrived = applicants.filter(({ left }) => left <= 0);
      for (const { form } of arrived) form.release();
      stored += arrived.length;
      applicants = applicants.filter(({ left }) => left > 0);
      if ((second * 1000) % slowCheckIntervalMs === 0) arriving.endSlow();
      most = Math.max(most, arriving.bytes('strangers'));
    }
    expect(stored, name).toBeGreaterThan(55);
    expect(most, name).toBeLessThanOrEqual(64 * megabyte);
  }
});
