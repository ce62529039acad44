// src/build/icon-plugin.ts creates these modules. An unknown name makes the build fail.
declare module 'icon:*' {
  const drawn: import('./icon.tsx').Icon;
  export default drawn;
}
