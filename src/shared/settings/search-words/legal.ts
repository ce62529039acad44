/** What people call the legal pages. */
export const legalWords: Readonly<Record<string, string>> = {
  privacy:
    'data we collect, tracking, gizlilik metni, visitor data, privacy notice, privacy statement, Datenschutzhinweise, protection des données, aviso de privacidad, aydınlatma metni, privacy policy, data protection, GDPR, personal data, Datenschutz, Datenschutzerklärung, DSGVO, confidentialité, politique de confidentialité, données personnelles, RGPD, privacidad, política de privacidad, protección de datos, gizlilik, gizlilik politikası, KVKK, kişisel veriler',
  imprint:
    'legal text, legal page, Rechtliches, rechtlicher Text, texte légal, texto legal, yasal metin, publisher, responsible for the content, legal information, verantwortlich, Anbieter, éditeur du site, informations légales, información legal, titular de la web, legal notice, site notice, company details, Impressum, Anbieterkennzeichnung, mentions légales, aviso legal, künye, yasal bilgiler, yasal uyarı',
  terms:
    'return policy, returns, refunds, warranty, delivery, Widerruf, Rückgabe, Garantie, retours, remboursement, devoluciones, garantía, iade, terms of sale, sales conditions, Verkaufsbedingungen, Lieferbedingungen, conditions de vente, conditions d’utilisation, condiciones de venta, satış koşulları, terms and conditions, terms of service, conditions, general terms, AGB, Geschäftsbedingungen, Nutzungsbedingungen, CGV, CGU, conditions générales, términos y condiciones, condiciones generales, condiciones de uso, şartlar, kullanım koşulları, genel şartlar',
  cookies:
    'cookie, cookie policy, cookie notice, cookie banner, Cookie-Hinweis, Cookie-Richtlinie, politique de cookies, bandeau cookies, política de cookies, aviso de cookies, çerez, çerezler, çerez politikası',
};
