// swagger-ui-dist 5.35 contains no type declarations.
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Options {
    url: string;
    dom_id: string;
    deepLinking: boolean;
    docExpansion: 'list' | 'full' | 'none';
    defaultModelsExpandDepth: number;
    persistAuthorization: boolean;
    tryItOutEnabled: boolean;
    validatorUrl: string | null;
  }
  export default function SwaggerUI(options: Options): void;
}
