import SwaggerUI, { type SentRequest } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './styles/api-docs.css';

// A readable reference of the REST API. 'Try it out' calls this server with the token in the field.

const form = document.querySelector<HTMLFormElement>('#api-token')!;
const field = form.querySelector('input')!;
const state = form.querySelector('output')!;
const tokenOf = () => field.value.trim();

// The token of a sign-in, or an API token.
const tokenShape = /^([\w-]{43}|atr_[\w-]{43}[0-9a-f]{8})$/;

function tellState(): void {
  const token = tokenOf();
  const isWrong = token !== '' && !tokenShape.test(token);
  field.setAttribute('aria-invalid', String(isWrong));
  state.value = isWrong
    ? 'This is not a whole token. An API token begins with atr_ and has 55 characters.'
    : token
      ? 'Calls are sent with this token.'
      : 'Calls are sent without a token, as a visitor’s.';
}

field.addEventListener('input', tellState);
// The field has no button. Without this, the Enter key would reload the page.
form.addEventListener('submit', (event) => event.preventDefault());
form.hidden = false;
tellState();

/**
 * Sends the token but never the cookie of somebody who is signed in to the panel. A call then has only the rights of
 * the shown token, and trying out a sign-in does not change the panel's session.
 */
function asProgram(request: SentRequest): SentRequest {
  request.credentials = 'omit';
  if (request.loadSpec) return request;
  // The document contains only one address of the site, but this page may have been opened at another one.
  const { pathname, search } = new URL(request.url, location.href);
  request.url = `${location.origin}${pathname}${search}`;
  const token = tokenOf();
  if (token) request.headers.Authorization = `Bearer ${token}`;
  return request;
}

// The field replaces the library's dialog, which asks for each kind of credentials.
const nothing = () => () => null;

SwaggerUI({
  url: '/api/openapi.json',
  dom_id: '#api-docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  // Shows the scopes that an operation requires (`x-required-scope`).
  showExtensions: true,
  persistAuthorization: false,
  tryItOutEnabled: false,
  validatorUrl: null,
  requestInterceptor: asProgram,
  plugins: [() => ({ wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } })],
});

// The class that switches the library to its dark theme.
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);
prefersDark.addEventListener('change', applyTheme);
applyTheme();
