// swagger-ui-dist 5.35 contains no type declarations.
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export interface SentRequest {
    url: string;
    headers: Record<string, string>;
    /** True for the request that loads the OpenAPI document. */
    loadSpec?: boolean;
    credentials?: RequestCredentials;
  }
  interface Options {
    url: string;
    dom_id: string;
    deepLinking: boolean;
    docExpansion: 'list' | 'full' | 'none';
    showExtensions?: boolean;
    defaultModelsExpandDepth: number;
    persistAuthorization: boolean;
    tryItOutEnabled: boolean;
    validatorUrl: string | null;
    requestInterceptor: (request: SentRequest) => SentRequest;
    /** A plugin with `wrapComponents` receives a component and returns the component to show. */
    plugins: (() => { wrapComponents: Record<string, () => () => null> })[];
  }
  export default function SwaggerUI(options: Options): void;
}
