/** What people call the figures of data retention, by field. */
export const privacyWords: Readonly<Record<string, string>> = {
  '': 'data retention, retention period, how long, delete automatically, automatic deletion, GDPR, DSGVO, RGPD, KVKK, Aufbewahrung, Löschfrist, Speicherdauer, automatisch löschen, durée de conservation, suppression automatique, plazo de conservación, borrado automático, saklama süresi, otomatik silme',
  contact_months:
    'old messages, old enquiries, delete messages, alte Nachrichten, alte Anfragen, Nachrichten löschen, anciens messages, mensajes antiguos, eski mesajlar',
  application_months:
    'old applications, delete CVs, CV, résumé, applicants, alte Bewerbungen, Bewerbungen löschen, Lebenslauf, candidatures, CV anciens, candidaturas, currículum, başvurular, özgeçmiş',
  spam_days: 'delete spam, junk, Spam löschen, Werbung, supprimer le spam, borrar spam, istenmeyen',
  trash_days:
    'empty the trash, deleted messages, Papierkorb leeren, vider la corbeille, vaciar la papelera, çöp kutusu',
  security_log_days:
    'log of sign-ins, IP addresses, Protokoll, Anmeldungen, IP-Adressen, journal de sécurité, adresses IP, registro de seguridad, direcciones IP, güvenlik günlüğü',
};
