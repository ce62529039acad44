/** What is set about the single-sign-on provider. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Allows introspection. */
  clientSecret: string | undefined;
  /** The claim that lists the roles. */
  rolesClaim: string;
  scriptUrl: string | undefined;
  /** What the provider's script defines on `window`. */
  scriptGlobal: string;
  /** Where the provider sends people back to. */
  redirectUri: string;
}
