// React's development form of JSX records a stack for each element, a fifth of the time of the panel's tests. Lint
// finds missing keys, of which that form warns; React DOM stays in development, with its own warnings.
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
await import('react/jsx-runtime');
process.env.NODE_ENV = NODE_ENV;

export {};
