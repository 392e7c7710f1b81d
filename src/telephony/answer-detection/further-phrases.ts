/**
 * Phrases of machines and greetings of people in Dutch, Portuguese, Polish, Swedish, Danish, Norwegian and Turkish, as `plain`
 * returns text. The authors wrote them; they come from no recordings and were not measured on any. So each has several words
 * that only a machine says together, and none decides after special information tones or about a doubtful greeting.
 */
export const furtherPhrases = {
  screening: [
    '(?:noem|spreek) (?:\\w+ ){0,2}uw naam',
    '(?:diga|informe|grave) (?:o )?(?:seu|vosso) nome',
    '(?:podac|podaj|powiedziec) (?:swoje )?(?:imie|nazwisko)',
    '(?:sag|uppge|tala in) ditt namn|(?:sig|indtal|si|oppgi) (?:\\w+ )?(?:dit navn|navnet ditt)',
    '(?:adınızı|isminizi) (?:soyleyin|belirtin)',
  ],
  ivr: [
    '\\b(?:toets|druk op|kies) (?:een|twee|drie|vier|vijf|\\d)\\b|keuzemenu',
    '\\b(?:tecle|pressione|marque|digite|prima) (?:o |a )?(?:um|dois|tres|quatro|cinco|zero|\\d)\\b',
    '(?:wybierz|nacisnij|wcisnij) (?:jeden|dwa|trzy|cztery|piec|zero|\\d)',
    '\\b(?:tryck|knappa in) (?:pa )?(?:ett|tva|tre|fyra|fem|\\d)\\b|\\b(?:tast|tryk|trykk) (?:pa )?(?:en|et|ett|to|tre|fire|fem|\\d)\\b',
    "(?:bir|iki|uc|dort|bes|sıfır|\\d)'?(?:e|i|a|u|ı|ye|yi|ya)? (?:basın|basınız|tuslayın|tuslayınız)\\b",
  ],
  intercept: [
    'nummer (?:\\w+ ){0,4}(?:is niet in gebruik|bestaat niet)|nummer is niet aangesloten',
    'numero (?:\\w+ ){0,4}(?:nao existe|nao esta atribuido|nao foi reconhecido)',
    'nie ma takiego numeru|wybrany numer (?:jest nieprawidłowy|nie istnieje)',
    'numret (?:\\w+ ){0,4}(?:har ingen abonnent|ar inte i bruk|anvands inte)',
    'nummeret (?:\\w+ ){0,4}(?:er ikke i bru[gk]|findes ikke|finnes ikke)',
    'aradıgınız numara (?:kullanılmamaktadır|hizmet vermemektedir)',
  ],
  voicemail: [
    '(?:spreek|laat) (?:\\w+ ){0,3}(?:bericht|boodschap)|na de (?:piep|toon|pieptoon)',
    'deixe (?:\\w+ ){0,2}(?:mensagem|recado)|(?:apos o|depois do) (?:sinal|bip|tom)|caixa postal',
    '(?:zostaw|zostawic|nagraj|nagrac) (?:\\w+ )?wiadomosc|po (?:sygnale|usłyszeniu sygnału)|poczt[aey] głosow',
    'lamna (?:\\w+ ){0,2}meddelande|efter (?:tonen|pipet|signalen)|rostbrevlada',
    '(?:læg|indtal) (?:\\w+ ){0,2}besked|(?:legg igjen|tal inn|les inn) (?:\\w+ ){0,2}beskjed|etter (?:tonen|pipetonen)|telefonsvarer',
    'mesajınızı bırak[^ ]*|(?:sinyal|bip)(?: sesin)?den sonra|telesekreter',
  ],
  queue: [
    'blijft? u? ?aan de lijn|alle (?:\\w+ )?medewerkers (?:\\w+ ){0,2}(?:bezet|in gesprek)|wachtenden voor u',
    '(?:aguarde|permaneca) (?:\\w+ )?(?:na|em) linha|(?:atendentes|operadores|assistentes) (?:\\w+ ){0,3}ocupados',
    'prosze (?:czekac|pozostac na linii)|konsultanci (?:\\w+ ){0,2}zajeci',
    '(?:stanna|droj|drojer) (?:\\w+ )?kvar|(?:medarbetare|handlaggare) (?:\\w+ )?upptagna|plats i kon',
    'bliv (?:\\w+ )?i røret|medarbejdere (?:\\w+ )?optaget|(?:kundebehandlere|medarbeidere) (?:\\w+ )?opptatt|nummer \\w+ i køen',
    'hatta kalın|hattan ayrılmayın|musteri temsilcilerimiz (?:[^ ]+ ){0,3}(?:mesgul|gorusme)',
  ],
  unreachable: [
    '(?:abonnee|persoon|nummer) (?:\\w+ ){0,5}niet bereikbaar',
    '(?:numero|telefone|telemovel|celular) (?:\\w+ ){0,6}(?:desligado|fora da area)',
    '(?:abonent|numer) (?:\\w+ ){0,4}(?:niedostepny|wyłaczony|poza zasiegiem)',
    '(?:abonnenten|personen) (?:\\w+ ){0,5}(?:inte nas|inte nabar|ikke treffes|ikke nas|slatt av|slukket)',
    'aradıgınız kisiye (?:[^ ]+ ){0,3}ulasılamıyor',
  ],
  greeting: [
    '\\bgoede(?:morgen|middag|navond)\\b|zegt u het maar',
    '\\b(?:alo|ola|estou)\\b|\\bbom dia\\b|\\bboa (?:tarde|noite)\\b',
    '\\b(?:halo|słucham)\\b|dzien dobry|dobry wieczor',
    '\\b(?:hej|halla|tja)\\b|\\bgod ?(?:morgon|middag|kvall|dag|aften)\\b',
    '\\befendim\\b|\\bbuyurun\\b|iyi gunler|gunaydın',
  ],
  tone: [
    'na de (?:piep|toon|pieptoon)|apos o (?:sinal|bip|tom)|depois do (?:sinal|bip|tom)',
    'po (?:sygnale|usłyszeniu sygnału)|efter (?:tonen|pipet|signalen)|etter (?:tonen|pipetonen)|(?:sinyal|bip)(?: sesin)?den sonra',
  ],
} as const;
