import { z } from 'zod';
import { EmailAddress, typedPasswordField } from '../../shared/account-fields.ts';
import { booleanField, Id, oneLine } from '../../shared/fields.ts';
import { FactorView } from '../../shared/signed-in-views.ts';

const maxText = 8192;
const encoded = z
  .string()
  .max(maxText)
  .regex(/^[\w-]+$/);

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.get()`. */
export const PasskeyAnswer = z.object(
  {
    id: encoded.describe('The id of the passkey'),
    rawId: encoded.describe('The id of the passkey, as base64url'),
    type: z.literal('public-key').describe('The type'),
    response: z
      .object({
        clientDataJSON: encoded.describe('The member of the same name of the passkey response, as base64url'),
        authenticatorData: encoded.describe(
          'The member of the same name of the passkey response, as base64url',
        ),
        signature: encoded.describe('The signature of the passkey, as base64url'),
        userHandle: encoded.optional().describe('The account handle that the passkey stores'),
      })
      .describe('The signed part of the passkey response'),
    clientExtensionResults: z
      .object({})
      .default({})
      .describe('The extension results of the passkey response'),
  },
  'The passkey’s answer is incomplete.',
);
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

export const NewPasskey = z.object({
  passkey: z.object(
    {
      id: encoded,
      rawId: encoded,
      type: z.literal('public-key'),
      response: z.object({
        clientDataJSON: encoded,
        attestationObject: z
          .string()
          .max(4 * maxText)
          .regex(/^[\w-]+$/),
        transports: z.array(z.string().max(20)).max(10).optional(),
      }),
      clientExtensionResults: z.object({}).default({}),
    },
    'The passkey’s answer is incomplete.',
  ),
});
export type NewPasskey = z.output<typeof NewPasskey>;

const codeLabel = 'Code';

const OneTimeCode = z
  .string({ error: `${codeLabel} is required` })
  .trim()
  .max(64, `${codeLabel} may have at most 64 characters`);

export const SecondFactorSignIn = z.object({
  challenge: z
    .string({ error: 'The sign-in is not complete.' })
    .min(1, 'The sign-in is not complete.')
    .max(400)
    .describe('The challenge of the refusal with `second_factor_required`. It replaces the password'),
  one_time_code: OneTimeCode.optional().describe('Six digits of an authenticator app, or a recovery code'),
  passkey: PasskeyAnswer.optional().describe(
    'The passkey response, as `navigator.credentials.get` returns it',
  ),
});
export type SecondFactorSignIn = z.output<typeof SecondFactorSignIn>;

export const StepUp = z.object({
  password: typedPasswordField('Password').optional().describe('The password'),
  one_time_code: OneTimeCode.optional().describe('Six digits of an authenticator app, or a recovery code'),
  passkey: PasskeyAnswer.optional().describe(
    'The passkey response, as `navigator.credentials.get` returns it',
  ),
});
export type StepUp = z.output<typeof StepUp>;

export const PasskeySignIn = z.object({
  passkey: PasskeyAnswer,
  remember: booleanField('Remember me').default(false),
});
export type PasskeySignIn = z.output<typeof PasskeySignIn>;

/** What the browser passes to WebAuthn. */
export const PasskeyOptions = z.object({ options: z.looseObject({ challenge: z.string() }) });

export const TotpSetup = z.object({
  /** A signed text with the secret, which comes back with the first code. */
  setup: z.string(),
  /** In base32, for apps that cannot read the QR code. */
  secret: z.string(),
  /** The `otpauth:` address of the QR code. */
  address: z.string(),
});
export type TotpSetup = z.output<typeof TotpSetup>;

export const NewTotp = z.object({
  setup: z.string().min(1).max(400),
  one_time_code: OneTimeCode.min(1, `${codeLabel} is required`),
});
export type NewTotp = z.output<typeof NewTotp>;

/** `recovery_codes` is null unless this is the person's first second factor. */
export const AddedFactor = z.object({ factor: FactorView, recovery_codes: z.array(z.string()).nullable() });
export type AddedFactor = z.output<typeof AddedFactor>;

export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const FactorName = z.object({ id: Id, name: oneLine('Name', 60) });

export const Credentials = z.object({
  email: EmailAddress.describe('The e-mail address'),
  password: typedPasswordField('Password').describe('The password'),
  remember: booleanField('Remember me').default(false).describe('Whether the session outlives the browser'),
  one_time_code: OneTimeCode.optional().describe(
    'For an account with a second factor: six digits of an authenticator app, or a recovery code',
  ),
});
export type Credentials = z.output<typeof Credentials>;

export const ForgottenPassword = z.object({ email: EmailAddress.describe('The e-mail address') });

export const NewPassword = z.object({
  token: z
    .string({ error: 'The link is not complete.' })
    .min(1, 'The link is not complete.')
    .max(200)
    .describe('The secret of the link in the e-mail'),
  password: typedPasswordField('Password').describe('The password'),
});
export type NewPassword = z.output<typeof NewPassword>;

/** A sentence, or null when the password is accepted. */
export const PasswordProblem = z.object({ problem: z.string().nullable() });

/** Of people, only an admin changes the role or address of an account. */
export const OwnName = z.object({ name: oneLine('Name', 120) });

export const PasswordChange = z.object({
  current_password: typedPasswordField('Current password'),
  password: typedPasswordField('New password'),
});
export type PasswordChange = z.output<typeof PasswordChange>;

/** `name` and `email` are the owner's, and empty while unknown. */
export const PasswordToJudge = z.object({
  password: typedPasswordField('Password'),
  name: z.string().max(1000).default(''),
  email: z.string().max(1000).default(''),
});
