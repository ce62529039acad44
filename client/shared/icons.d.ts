// src/build/icons.ts makes these modules. A name that does not exist fails the build.
declare module 'icon:*' {
  const drawn: import('./icon.tsx').Icon;
  export default drawn;
}
