import type { ApiOutputs } from '../../api/types.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { clientsPerRow } from '../components/full-rows.ts';

type Clients = ApiOutputs['clients']['published']['clients'];

/** The logos of clients. For a client without a logo, the name is shown. */
export function ClientRow({ clients }: { clients: Clients }) {
  const { texts } = useSiteSettings();
  if (clients.length === 0) return null;
  return (
    <section className="clients" aria-labelledby="clients-title">
      <div className="hall">
        <h2 id="clients-title">{texts.proof.clients}</h2>
        <ul
          data-per-row={clientsPerRow(clients.length, clients.every(({ logo }) => logo) ? 'logos' : 'names')}
        >
          {clients.map((client) => (
            <li key={client.id}>
              {client.link ? (
                <a href={client.link} rel="noopener">
                  <Logo client={client} />
                </a>
              ) : (
                <Logo client={client} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Logo({ client: { name, logo, picture, dark, lang } }: { client: Clients[number] }) {
  if (!logo)
    return (
      <span className="client-name" lang={lang ?? undefined}>
        {name}
      </span>
    );
  const src = /^https?:/.test(logo) ? logo : `/${logo}`;
  const { width = 320, height = 160 } = picture ?? {};
  return (
    <picture className={dark ? undefined : 'client-plate'}>
      {dark && (
        <source
          srcSet={dark.url}
          media="screen and (prefers-color-scheme: dark)"
          width={dark.width}
          height={dark.height}
        />
      )}
      <img
        className="client-logo"
        src={src}
        alt={name}
        lang={lang ?? undefined}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
