/** Which requests staff see as urgent. The phone then says to press the call button: it never waits for a reply. */
import type { RequestContent, Urgency } from '../../contract.ts';
import { plain } from './search-text.ts';

/** From this level on, a pain is severe on the numeric rating scale of 0 to 10. */
const SEVERE_PAIN = 7;

/**
 * Words that make a request urgent, in both languages whatever the language of the app, as `plain` writes them. In doubt
 * a request is urgent: one alarm too many costs less than one too few.
 */
const URGENT_WORDS: Readonly<Record<string, readonly RegExp[]>> = {
  chest: [
    /\bchest\b.*\b(pain|hurt|tight|press|ache|heavy)/,
    /\b(pain|hurt|tight|press|ache|heav)\w*\b.*\bchest\b/,
    /\bheart attack\b/,
    /\b(douleur|mal|serre|pression|brule|pese)\w*\b.*\bpoitrine\b/,
    /\bpoitrine\b.*\b(douleur|mal|serre|pression|brule|pese)/,
    /\b(crise cardiaque|crise de coeur)\b/,
  ],
  breathing: [
    /\b(can't|cant|can not|cannot|couldn't|trouble|hard|difficult\w*|struggl\w*|problems?|short(ness)?)\b( \w+){0,3} breath/,
    /\bout of breath\b|\bchok(e|ing)\b|\bsuffocat/,
    /\b(arrive|capable|peux|difficulte\w*|difficile|mal|misere|peine|probleme)\b( \w+){0,3} respirer\b/,
    /\b(essouffl|etouff)|\bsouffle court\b|\bmanque (d'air|de souffle)\b/,
  ],
  bleeding: [
    /\bbleed|\bhemorrhag|\blosing blood\b|\bblood (everywhere|coming|in|on|from)\b/,
    /\bsaign|\bhemorragi|\bperds du sang\b|\bsang (partout|dans|sur|qui)\b/,
  ],
  fall: [/\b(fell|fall|fallen|falling)\b(?! (asleep|sick))/, /\btombe(e|r|s)?\b(?! endormie?)|\bchute\b/],
  stroke: [
    /\b(can't|cant|cannot|can not) (move|feel|speak|talk|see)\b|\bface\b.*\bdroop|\bslurr|\bstroke\b/,
    /\b(peux plus|peux pas|arrive pas a|arrive plus a|capable de) (bouger|sentir|parler|voir)\b|\bvisage\b.*\b(croche|paralys|affaiss)|\bavc\b/,
  ],
  consciousness: [
    /\bfaint|\bpass(ed|ing)? out\b|\bunconscious\b|\bseizure|\bconvuls/,
    /\bevanoui|\bperd(u|s|re)? connaissance\b|\binconscient|\bconvulsion/,
  ],
  allergy: [
    /\b(throat|tongue|lips|face)\b.*\b(clos|swell|swollen)/,
    /\b(gorge|langue|levres|visage)\b.*\b(serre|enfl|gonfl)/,
  ],
  harm: [
    /\bsuicid|\b(kill|hurt|harm) myself\b|\bwant to die\b|\bend my life\b/,
    /\bme (tuer|suicider|faire du mal)\b|\bveux mourir\b|\ben finir avec la vie\b/,
  ],
  call: [
    /(?<!\b(not|no|isn't|nothing|pas|non|rien d')( an?| une)? ?)\b(emergency|urgent|urgently|urgence|urgente)\b/,
    /\bhelp me\b|\b911\b/,
    /\baidez[ -]moi\b|\bau secours\b/,
  ],
};

const RULES = Object.values(URGENT_WORDS).flat();

/** Returns how urgent a request is, from its kind, the level of a pain and its words. */
export function urgencyOf({ kind, level, text = '' }: RequestContent): Urgency {
  if (kind === 'pain' && level !== undefined && level >= SEVERE_PAIN) return 'urgent';
  const words = plain(text).replace(/[^\p{L}\p{N}' -]+/gu, ' ');
  return RULES.some((rule) => rule.test(words)) ? 'urgent' : 'routine';
}
