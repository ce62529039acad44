import { createHash } from 'node:crypto';
import { smallestNetworkOf } from '../../limits/address-networks.ts';
import type { MessageKind } from '../../shared/enumerations.ts';
import type { Context } from '../../trpc/context.ts';

/** The digits and letters that are not easily confused with each other. */
const referenceLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const referenceLength = 8;

type FingerprintCtx = Pick<Context, 'secrets' | 'privateFiles'> & {
  request: Pick<Context['request'], 'address'>;
};

interface FormContent {
  kind: MessageKind;
  about?: number;
  subject: string;
  details: Record<string, string>;
}

/** Returns the fingerprint of a post. Posts of one network with the same form, fields and file have the same. */
export function fingerprintOf(
  { secrets, privateFiles, request }: FingerprintCtx,
  { kind, about, subject, details }: FormContent,
  cvKey: string | undefined,
): Promise<string> {
  const file = cvKey ? privateFiles.contentOf(cvKey) : '';
  // Browsers send line breaks as LF if the script of the page runs, and as CR LF otherwise.
  const content = JSON.stringify([kind, about, subject, details, file]).replaceAll('\\r\\n', '\\n');
  return secrets.sign('visitor post', `${smallestNetworkOf(request.address)} ${content}`);
}

/** Returns the reference of a message. A repeated post has the reference of the first post. */
export function referenceOf(fingerprint: string): string {
  const bytes = createHash('sha256').update(`reference ${fingerprint}`).digest().subarray(0, referenceLength);
  return [...bytes].map((byte) => referenceLetters[byte % referenceLetters.length]).join('');
}
