/** The settings for the single-sign-on provider. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Required for introspection. */
  clientSecret: string | undefined;
  /** The claim that lists the roles. */
  rolesClaim: string;
  scriptUrl: string | undefined;
  /** The name of the object on `window` that the provider's script defines. */
  scriptGlobal: string;
  /** The address to which the provider sends browsers back. */
  redirectUri: string;
}
