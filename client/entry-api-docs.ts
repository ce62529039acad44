import SwaggerUI, { type SentRequest } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './styles/api-docs.css';

// The page that documents the REST API for people. 'Try it out' calls this server with the token in the field.

const form = document.querySelector<HTMLFormElement>('#api-token')!;
const field = form.querySelector('input')!;
const state = form.querySelector('output')!;
const tokenOf = () => field.value.trim();

// A session token, or an API token, which begins with `atr_`.
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
// The form has no button, but the Enter key would submit the form and reload the page.
form.addEventListener('submit', (event) => event.preventDefault());
form.hidden = false;
tellState();

/**
 * Adds the token in the field to a request, and prevents the browser from sending cookies. A call then has
 * only the rights of the shown token, even if a person is signed in to the panel. Trying out a sign-in does
 * not change the panel's session.
 */
function asProgram(request: SentRequest): SentRequest {
  request.credentials = 'omit';
  if (request.loadSpec) return request;
  // The OpenAPI document contains one address of the site, but this page may be open at another address.
  const { pathname, search } = new URL(request.url, location.href);
  request.url = `${location.origin}${pathname}${search}`;
  const token = tokenOf();
  if (token) request.headers.Authorization = `Bearer ${token}`;
  return request;
}

// The token field replaces Swagger UI's dialog, which has a separate field for each kind of credentials.
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

// Swagger UI has its dark theme while the root element has this class.
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);
prefersDark.addEventListener('change', applyTheme);
applyTheme();
