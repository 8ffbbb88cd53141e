/** The style sheets and the fonts, in their order; imported once, where the page begins. */

import './fonts.css';
import './tokens.css';
import './base.css';
