"""The style of the report: the colours of the game on vellum and by night, legible on a phone and on paper."""

STYLE = """
:root {
  color-scheme: light dark;
  --page: light-dark(#f5ecd6, #0b1224); --card: light-dark(#fffaec, #151d36); --ink: light-dark(#2b1f12, #f2e9d5);
  --soft: light-dark(#5d4a30, #bcb8b6); --edge: light-dark(#d5c296, #39435f); --gold: light-dark(#7a5000, #e9bd58);
  --cold: light-dark(#e9d9a8, #33406a); --hot: light-dark(#a3261b, #ffb347);
  --home: light-dark(#3c7a57, #66c58f); --captures: light-dark(#a8452f, #f0825f); --dawn: light-dark(#b0801a, #e9c46a);
  --low: light-dark(#f2cdbd, #5b2c2a); --high: light-dark(#a9d6b6, #1d6b46);
  --guards: light-dark(#a8452f, #f0825f); --novices: light-dark(#2c6b8f, #6db8e3); --on-bar: light-dark(#fff, #10131f);
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, "Segoe UI", Roboto, Arial, sans-serif }
main { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1, h2, h3 { font-family: Garamond, "Palatino Linotype", Palatino, Georgia, serif; font-weight: 500; line-height: 1.2 }
h1 { font-size: clamp(2rem, 6vw, 3rem); margin: .5rem 0 } h2 { font-size: 1.75rem; margin: 3rem 0 .5rem; color: var(--gold) }
h3 { font-size: 1.3rem; margin: 1.75rem 0 .5rem } p { max-width: 44rem } a { color: var(--gold) }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 0; border-block: 1px solid var(--edge) }
nav a { padding: .4rem 0 } .soft, figcaption, caption { color: var(--soft) } code { font-size: .875em; overflow-wrap: anywhere }
:is(ol, ul):not([class]) > li + li { margin-top: .4rem }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1rem 0; padding: 0;
  list-style: none }
.facts li { padding: .75rem 1rem; background: var(--card); border: 1px solid var(--edge); border-radius: .6rem }
.facts strong { display: block; font: 500 1.75rem/1.2 Garamond, Palatino, Georgia, serif }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1rem }
figure { margin: 0; padding: .75rem; background: var(--card); border: 1px solid var(--edge); border-radius: .6rem; min-width: 0 }
figure svg { display: block; width: 100%; height: auto } .plot { max-width: 40rem; margin-inline: auto }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0 0 .5rem; margin: 0; list-style: none }
.legend svg { display: inline-block; width: 2.2rem; height: .7rem; margin-right: .4rem } figcaption { font-size: .9rem; padding-top: .5rem }
.scroll { overflow-x: auto; margin: 1rem 0; border: 1px solid var(--edge); border-radius: .6rem; background: var(--card) }
.scroll:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid var(--gold); outline-offset: 2px }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9375rem }
caption { text-align: left; padding: .6rem .8rem; font-size: .9rem }
caption > span { position: sticky; left: .8rem; display: inline-block; max-width: min(44rem, calc(100vw - 4rem)) }
th, td { padding: .45rem .8rem; text-align: right; white-space: nowrap }
th { font-weight: 600 } tbody th, th:first-child, td.text { text-align: left } thead th { border-bottom: 1px solid var(--edge) }
tbody tr + tr > * { border-top: 1px solid color-mix(in srgb, var(--edge) 55%, transparent) }
td.shade { background: color-mix(in oklab, var(--low), var(--high) var(--heat)); text-align: center }
.matrix th { white-space: normal; vertical-align: bottom; text-align: center } .matrix td { padding: .35rem; text-align: center }
td.shade small { display: block; color: inherit; opacity: .85 } details { margin: .75rem 0 }
summary { cursor: pointer; padding: .5rem 0; color: var(--gold) }
.hidden { position: absolute; width: 0; height: 0 }
.map .heat circle { fill: color-mix(in oklab, var(--cold), var(--hot) var(--heat)); fill-opacity: .88;
  stroke: var(--card); stroke-width: 1 }
.map .numbers text { font: 700 15px system-ui, sans-serif; text-anchor: middle; fill: light-dark(#fff, #10131f) }
.room { fill: light-dark(#faf3e0, #1b2443); stroke: light-dark(#8c7347, #66719a); stroke-width: 3; stroke-linejoin: round }
.room.garden, .room.lawn { fill: light-dark(#e6ebcb, #1b3239) } .way { stroke: light-dark(#cdb98c, #39446b); stroke-width: 2; fill: none }
.name { fill: var(--soft); text-anchor: middle; opacity: .75 }
.curve { font: 13px system-ui, sans-serif; fill: currentColor } @media (max-width: 40rem) { .curve { font-size: 21px } }
@media print { :root { color-scheme: light } nav { display: none } figure, .scroll { break-inside: avoid } }
"""
