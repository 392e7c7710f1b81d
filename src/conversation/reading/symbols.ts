/** The words of one language for what is written with signs. */
export interface SymbolWords {
  at: string;
  dot: string;
  dash: string;
  underscore: string;
  slash: string;
  plus: string;
  /** Between the whole part and the decimals of a number. */
  point: string;
  minus: string;
  /** Words before digits that are read one by one, as regular expressions: "code", "Nummer". */
  codes: string;
  /** Words before such digits unless another word follows: "order 4711", but "order 300 pieces". */
  orders: string;
  /** Words for powers of a thousand, as regular expressions. A number before one of them is left to the voice. */
  scales: string;
}

const symbols = (line: string): SymbolWords => {
  const [at, dot, dash, underscore, slash, plus, point, minus, codes, orders, scales] = line
    .split(';')
    .map((one) => one.trim()) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { at, dot, dash, underscore, slash, plus, point, minus, codes, orders, scales };
};

/**
 * The languages whose texts are read. The fields of a line are separated by semicolons, in the order of `SymbolWords`.
 * The words before codes match with any ending.
 */
export const symbolsOf: Readonly<Record<string, SymbolWords>> = {
  cs: symbols(
    'zavináč; tečka; pomlčka; podtržítko; lomítko; plus; celá; minus; čísl|kód; objednávk|zakázk; tis|mil|mld',
  ),
  da: symbols(
    'snabel-a; punktum; bindestreg; understreg; skråstreg; plus; komma; minus; nummer|ordrenummer|kode; ordre; tus|mio|mil|mia',
  ),
  de: symbols(
    'ät; Punkt; Bindestrich; Unterstrich; Schrägstrich; plus; Komma; minus; \\p{L}*nummer|nr\\.?|postleitzahl|plz|kode; bestellung|auftrag|vorgang|rechnung|konto|vertrag; taus|tsd|mio|mil|mrd',
  ),
  en: symbols(
    'at; dot; dash; underscore; slash; plus; point; minus; number|zip|zip code|postcode|extension|confirmation|reference; call|dial|order|account|booking|invoice|customer|policy|case; thousand|mil|bil|tril|mn|bn|tn',
  ),
  es: symbols(
    'arroba; punto; guion; guion bajo; barra; más; coma; menos; número|código|referencia; pedido|reserva|cuenta|factura; mil',
  ),
  fi: symbols(
    'ät; piste; viiva; alaviiva; kauttaviiva; plus; pilkku; miinus; numero|koodi; tilau; tuh|milj|mrd',
  ),
  fr: symbols(
    'arobase; point; tiret; tiret bas; barre oblique; plus; virgule; moins; numéro|référence; commande|dossier|compte|facture; mil|md',
  ),
  hu: symbols('kukac; pont; kötőjel; alávonás; perjel; plusz; egész; mínusz; szám|kód; rendelés; ez|mil|mrd'),
  it: symbols(
    'chiocciola; punto; trattino; trattino basso; barra; più; virgola; meno; numero|codice; ordine|prenotazione|conto|fattura; mil|mln|mrd',
  ),
  nb: symbols(
    'krøllalfa; punktum; bindestrek; understrek; skråstrek; pluss; komma; minus; nummer|ordrenummer|kode; ordre|bestilling; tus|mil|mrd',
  ),
  nl: symbols(
    'apenstaartje; punt; streepje; underscore; schuine streep; plus; komma; min; \\p{L}*nummer|postcode; bestelling|order|factuur; duiz|mil|mln|mld',
  ),
  pl: symbols(
    'małpa; kropka; myślnik; podkreślnik; ukośnik; plus; przecinek; minus; numer|kod; zamówieni; tys|mil|mln|mld',
  ),
  pt: symbols(
    'arroba; ponto; hífen; sublinhado; barra; mais; vírgula; menos; número|código|referência; pedido|encomenda|reserva|conta|fatura; mil|bi',
  ),
  ro: symbols(
    'a rond; punct; cratimă; subliniere; bară; plus; virgulă; minus; număr|codul|numărul; comanda|comenzii; mi|mld',
  ),
  ru: symbols(
    'собака; точка; дефис; подчёркивание; слеш; плюс; запятая; минус; номер|код; заказ; тыс|мил|млн|млрд',
  ),
  sv: symbols(
    'snabel-a; punkt; bindestreck; understreck; snedstreck; plus; komma; minus; nummer|\\p{L}*nummer|kod; order|beställning; tus|mil|mdr|mkr|tkr',
  ),
  tr: symbols('et; nokta; tire; alt çizgi; eğik çizgi; artı; virgül; eksi; numara|kod; sipariş; bin|mil'),
  uk: symbols(
    'собака; крапка; дефіс; підкреслення; скісна риска; плюс; кома; мінус; номер|код; замовлен; тис|міл|млн|млрд',
  ),
};

/**
 * Languages in which a number's words do not depend on the role of its noun in the sentence. In the others, numbers in
 * sentences stay in digits: their form depends on the case.
 */
export const spelledLanguages: ReadonlySet<string> = new Set(
  'da de en es fr it nb nl pt ro sv tr'.split(' '),
);

/** Words before codes in many languages. */
export const commonCodes = 'code|pin|tan|ticket|id';
