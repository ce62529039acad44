import * as oidc from 'openid-client';
import type { IdentityProvider, SelfTestFinding } from '../../security/identity-provider.ts';
import { roleOfClaim } from '../../shared/single-sign-on.ts';
import {
  type ConnectToProvider,
  explainProviderFailure,
  isClientRefused,
  type ProviderSettings,
  type SsoConnection,
} from './provider-connection.ts';

type CheckResult = Omit<SelfTestFinding, 'step'>;
type Metadata = SsoConnection['metadata'];

interface Subject {
  settings: ProviderSettings;
  connect: ConnectToProvider;
  verify: IdentityProvider['verify'];
}

const fine = (words: string): CheckResult => ({ verdict: 'fine', words });
const note = (words: string): CheckResult => ({ verdict: 'note', words });
const wrong = (words: string): CheckResult => ({ verdict: 'wrong', words });

/** Looks at discovery, one request for a token and the claims that the provider lists. Signs nobody in. */
export async function runSelfTest(
  { settings, connect, verify }: Subject,
  now: Date,
  token?: string,
): Promise<SelfTestFinding[]> {
  const { issuer, redirectUri, rolesClaim } = settings;
  const explain = (error: unknown) => wrong(explainProviderFailure(error).message);
  const connection = await connect(now).catch(explain);
  if ('verdict' in connection) return [{ step: 'Discovery', ...connection }];
  const { metadata } = connection;
  const address = `${issuer} answers and names itself ${metadata.issuer}. It must know ${redirectUri} as an address to come back to.`;
  return [
    { step: 'Discovery', ...fine(address) },
    { step: 'Client', ...(await checkClient(connection, settings).catch(explain)) },
    {
      step: 'Claims',
      ...checkClaims(
        metadata,
        ['email', 'name', rolesClaim],
        'Without an e-mail, or a user name that is one, nobody gets an account; without the roles everybody is refused.',
      ),
    },
    {
      step: 'Step-up',
      ...checkClaims(
        metadata,
        ['auth_time', 'amr'],
        'Without auth_time, people without a password cannot confirm who they are; without amr, no second factor of the provider is known.',
      ),
    },
    { step: 'Logout', ...checkLogout(metadata, redirectUri) },
    {
      step: 'Roles',
      ...(await (token
        ? checkToken(verify(token, now), rolesClaim).catch(explain)
        : explainRule(rolesClaim))),
    },
  ];
}

/** A provider that accepts the client refuses only the invented code. */
async function checkClient({ config }: SsoConnection, settings: ProviderSettings): Promise<CheckResult> {
  try {
    await oidc.genericGrantRequest(config, 'authorization_code', {
      code: 'invented-by-the-self-test',
      redirect_uri: settings.redirectUri,
      code_verifier: 'x'.repeat(43),
    });
  } catch (error) {
    if (isClientRefused(error) || !(error instanceof oidc.ResponseBodyError)) throw error;
    if (error.error === 'unauthorized_client') {
      return wrong(
        `The provider knows the client ${settings.clientId}, which may not use the authorization-code flow.`,
      );
    }
    if (error.error === 'invalid_grant' && settings.clientSecret)
      return fine('The provider takes the client id and the secret, and refuses an invented code.');
    if (error.error === 'invalid_grant')
      return note(
        'The provider takes the client id. Without SSO_CLIENT_SECRET, only tokens that are JWTs are taken.',
      );
    return note(
      `Whether it takes the client could not be proved: an invented code is answered with ${error.error}.`,
    );
  }
  return wrong('The provider gives a token for an invented code.');
}

/** Providers list the names of objects, not those within, and many give claims that they do not list. */
function checkClaims(
  { claims_supported: listed = [] }: Metadata,
  names: string[],
  without: string,
): CheckResult {
  const missing = names.filter((name) => !listed.includes(name) && !listed.includes(name.split('.')[0]!));
  if (missing.length === 0) return fine(`The provider lists ${names.join(', ')} among its claims.`);
  return note(
    `The provider does not list ${missing.join(', ')} among its claims, but may give them. ${without}`,
  );
}

function checkLogout(metadata: Metadata, redirectUri: string): CheckResult {
  if (!metadata.backchannel_logout_supported) {
    return note(
      'The provider does not announce back-channel logout. Sessions of single sign-on last 12 hours.',
    );
  }
  const register = `The provider announces back-channel logout. Register ${new URL(redirectUri).origin}/api/sso/backchannel-logout there, with the session (sid) in its tokens.`;
  const hasSid =
    metadata.backchannel_logout_session_supported === true || metadata.claims_supported?.includes('sid');
  return hasSid
    ? fine(register)
    : note(`${register} It does not announce sid, without which sessions last 12 hours.`);
}

function explainRule(rolesClaim: string): CheckResult {
  return fine(
    `Who has admin in ${rolesClaim} comes in as admin, else who has hr as hr; everybody else is refused.`,
  );
}

async function checkToken(
  owner: ReturnType<IdentityProvider['verify']>,
  rolesClaim: string,
): Promise<CheckResult> {
  const { email, roles } = await owner;
  const role = roleOfClaim(roles);
  const content = `The token is good. It says that ${rolesClaim} is ${JSON.stringify(roles)?.slice(0, 200)}`;
  if (!role) return wrong(`${content}: its owner is refused.`);
  return email
    ? fine(`${content}: ${email} comes in as ${role}.`)
    : wrong(`${content}, but there is no e-mail.`);
}
