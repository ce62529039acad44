export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Required for introspection. */
  clientSecret: string | undefined;
  rolesClaim: string;
  scriptUrl: string | undefined;
  /** The property of `window` that the provider's script defines. */
  scriptGlobal: string;
  redirectUri: string;
}
