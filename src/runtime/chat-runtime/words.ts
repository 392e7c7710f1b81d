/** Told to the customer where there is no answer. */
const words: Record<string, string> = {
  en: 'Sorry, I cannot answer that at the moment. Please try again in a while.',
  de: 'Entschuldigung, das kann ich gerade nicht beantworten. Bitte versuchen Sie es später noch einmal.',
  es: 'Lo siento, ahora mismo no puedo responder. Inténtelo de nuevo dentro de un rato, por favor.',
  fr: 'Désolé, je ne peux pas répondre pour le moment. Veuillez réessayer dans un instant.',
};

/** `language`: BCP 47; in English where the words of no other are known. */
export function noAnswerWords(language: string): string {
  return words[language.slice(0, 2).toLowerCase()] ?? words.en!;
}
