/**
 * Shows the button that copies the address of a post. If the browser refuses to copy, the address itself is shown. If
 * the browser has no Clipboard API, no button is shown.
 */
export function enhanceCopyLink(): void {
  const template = document.querySelector<HTMLTemplateElement>('#copy-link');
  const line = template?.content.querySelector('p');
  const [button, status] = line?.children ?? [];
  if (!line || !status || !navigator.clipboard) return;
  (button as HTMLButtonElement).onclick = async () => {
    const address = location.origin + location.pathname;
    const copied = navigator.clipboard.writeText(address).then(() => line.dataset.copied);
    status.textContent = (await copied.catch(() => undefined)) ?? address;
  };
  template!.replaceWith(line);
}
