/** What people call the texts of answers, by field. */
export const answersWords: Readonly<Record<string, string>> = {
  '': 'reply, replies, Antworten, réponses, respuestas, yanıtlar, e-mail answers',
  templates:
    'canned responses, saved replies, text modules, Vorlagen, Textbausteine, modèles, réponses types, plantillas, respuestas guardadas, şablonlar, hazır yanıtlar',
  receipt:
    'auto-reply, automatic reply, autoresponder, Eingangsbestätigung, automatische Antwort, accusé de réception, réponse automatique, acuse de recibo, respuesta automática, otomatik yanıt, alındı onayı',
  signature: 'mail footer, e-mail signature, Signatur, Mailfuß, pied de page, firma de correo, imza',
};
