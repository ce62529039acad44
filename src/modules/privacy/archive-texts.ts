import type { Language } from '../../shared/settings/fields/region.ts';

/**
 * The text of `readme.txt` in the archive of a person, by language. The text explains the files of the
 * archive.
 */
export const archiveTexts: Readonly<Record<Language, string>> = {
  en: `What the website of {company} stores about {address}, as of {day}.

person.json has the stored data, by the tables of the database. Under "texts" are texts of others that name the address.
files/ has the files that were sent with messages, and mails that the server has stored.`,
  de: `Was die Website von {company} über {address} speichert, Stand {day}.

person.json enthält die gespeicherten Daten, nach den Tabellen der Datenbank. Unter „texts“ stehen Texte anderer, die die Adresse nennen.
files/ enthält die Dateien, die mit Nachrichten kamen, und Mails, die der Server gespeichert hat.`,
  fr: `Ce que le site de {company} conserve au sujet de {address}, au {day}.

person.json contient les données conservées, selon les tables de la base. Sous « texts » figurent des textes d’autres personnes qui nomment l’adresse.
files/ contient les fichiers reçus avec des messages, et les courriels que le serveur a conservés.`,
  es: `Lo que el sitio web de {company} guarda sobre {address}, a {day}.

person.json contiene los datos guardados, según las tablas de la base de datos. En «texts» hay textos de otras personas que nombran la dirección.
files/ contiene los archivos que llegaron con mensajes y los correos que el servidor ha guardado.`,
  tr: `{company} web sitesinin {address} hakkında sakladıkları, {day} itibarıyla.

person.json, veritabanının tablolarına göre saklanan verileri içerir. "texts" altında, adresi anan başkalarına ait metinler bulunur.
files/, iletilerle gelen dosyaları ve sunucunun sakladığı e-postaları içerir.`,
};
