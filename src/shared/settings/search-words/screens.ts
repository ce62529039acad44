import type { Grant } from '../../grants.ts';

interface ScreenWords {
  /**
   * The address of the screen. If the screen has several sections, the address contains the section, as in
   * `/admin/account#password`.
   */
  address: string;
  label: string;
  /** The part of the panel to which the screen belongs, as the search shows it. */
  place: string;
  /** The grant that the screen needs. Absent for a screen that everybody may open. */
  grant?: Grant;
  words: string;
}

const account = 'Your account';

/**
 * The screens that people look for in the search of the settings, in addition to the groups of settings.
 * Their search words are in the languages of the site.
 */
export const screenSearchWords: readonly ScreenWords[] = [
  {
    address: '/admin/settings/redirects',
    label: 'Redirects',
    place: 'Settings',
    grant: 'settings:manage',
    words:
      'redirect,forwarding,old address,old addresses,moved page,301,Weiterleitung,Weiterleitungen,Umleitung,alte Adresse,redirection,redirections,ancienne adresse,redirección,redirecciones,dirección antigua,yönlendirme,yönlendirmeler,eski adres',
  },
  {
    address: '/admin/settings/page',
    label: 'Page by page',
    place: 'Settings',
    grant: 'texts:manage',
    words:
      'edit a page,preview,all pages,page builder,Seite bearbeiten,Seiten,Vorschau,modifier une page,aperçu,editar página,vista previa,sayfa düzenle,önizleme',
  },
  {
    address: '/admin/set-up',
    label: 'Set-up',
    place: 'Panel',
    grant: 'settings:manage',
    words:
      'setup,wizard,first steps,sample content,remove samples,Einrichtung,Assistent,Beispielinhalte,assistant,contenu d’exemple,asistente,contenido de ejemplo,kurulum,örnek içerik',
  },
  {
    address: '/admin/users',
    label: 'Users',
    place: 'Panel',
    grant: 'users:manage',
    words:
      'add a user,staff accounts,invite,roles,permissions,rights,Benutzer,Nutzer,Rollen,Rechte,utilisateurs,rôles,droits,usuarios,permisos,kullanıcılar,kullanıcı,roller,yetkiler',
  },
  {
    address: '/admin/account#password',
    label: 'Password',
    place: account,
    words: 'change password,Passwort,Kennwort,mot de passe,contraseña,parola,şifre',
  },
  {
    address: '/admin/account#second-factor',
    label: 'Second factor',
    place: account,
    words:
      '2FA,two-factor,authenticator,passkey,passkeys,security key,recovery codes,Zwei-Faktor,zweiter Faktor,deux facteurs,doble factor,iki adımlı doğrulama',
  },
  {
    address: '/admin/account#messages',
    label: 'Messages',
    place: account,
    grant: 'inbox:manage',
    words:
      'notify me,notifications,e-mail about new messages,morning mail,Benachrichtigungen,Benachrichtigung,notifications par courriel,avisos,notificaciones,bildirimler',
  },
  {
    address: '/admin/account#sessions',
    label: 'Sessions',
    place: account,
    words:
      'devices,sign out everywhere,Geräte,Sitzungen,überall abmelden,appareils,dispositivos,sesiones,cihazlar,oturumlar',
  },
  {
    address: '/admin/account#api-tokens',
    label: 'API tokens',
    place: account,
    words:
      'token,tokens,API key,API,integration,Schlüssel,API-Schlüssel,Schnittstelle,jeton,clé API,clave API,API anahtarı',
  },
  {
    address: '/admin/account#name',
    label: 'Name',
    place: account,
    words: 'my name,own name,profile,eigener Name,Profil,mon nom,mi nombre,adım',
  },
  {
    address: '/admin/security',
    label: 'Security log',
    place: 'Panel',
    grant: 'security:read',
    words: 'sign-ins,logins,security,Sicherheit,Anmeldungen,sécurité,connexions,seguridad,güvenlik,girişler',
  },
  {
    address: '/admin/privacy',
    label: 'Privacy requests',
    place: 'Panel',
    grant: 'privacy:manage',
    words:
      'personal data,data request,erase a person,right to be forgotten,GDPR request,DSGVO,Datenschutz,Auskunft,Daten löschen,personenbezogene Daten,RGPD,données personnelles,droit à l’oubli,datos personales,derecho al olvido,KVKK,kişisel veriler',
  },
  {
    address: '/admin/activities',
    label: 'Activity log',
    place: 'Panel',
    words:
      'history,who changed,changes,log,Verlauf,Änderungen,Protokoll,historique,journal,historial,cambios,geçmiş,değişiklikler',
  },
  {
    address: '/admin/pages',
    label: 'Pages of your own',
    place: 'Panel',
    grant: 'pages:manage',
    words:
      'new page,own page,landing page,add a page,neue Seite,eigene Seite,eigene Seiten,nouvelle page,página nueva,página propia,yeni sayfa,kendi sayfam',
  },
  {
    address: '/admin/media',
    label: 'Media',
    place: 'Panel',
    grant: 'media:manage',
    words:
      'library,images,photos,uploads,Mediathek,Bilder,Fotos,médiathèque,photos,imágenes,biblioteca,medya,resimler,fotoğraflar',
  },
];
