/** The words of the lessons, by the id of each: title, text, goal, hints, and what is said at its end. */
export const lessons = {
  'first-steps.title': 'First steps',
  'first-steps.text':
    'You are a novice out of bed. First you need your key: it lies on the dot with the key sign. Tap a dot to draw your route to it, choose a movement card that fits, and confirm.',
  'first-steps.goal': 'Take your key on dot 36',
  'first-steps.hint1': 'Dot 36 is the small room two dots away. Tap it.',
  'first-steps.hint2': 'Sneak goes one or two dots: just right. Then confirm.',
  'first-steps.done': 'The key is yours. It opens every lock in the convent.',
  'first-steps.fail-elsewhere':
    'You moved, but you did not end on dot 36. A key is taken only by ending a movement on its dot; passing it takes nothing.',
  'quiet-feet.title': 'Quiet feet',
  'quiet-feet.text':
    'After you move, a die says how far you can be heard. Your movement card is added to it: a run adds nothing, a walk takes 1 off, a sneak 2, standing still 3. The Prioress is three steps from the key. The cards show how likely she is to hear you.',
  'quiet-feet.goal': 'Take your key without being heard',
  'quiet-feet.hint1':
    'Look at the numbers on the movement cards: on how many faces of the die does the Prioress hear you?',
  'quiet-feet.hint2': 'Two steps can be sneaked or run. Which is quieter?',
  'quiet-feet.hint3': 'Choose dot 36 and the card Sneak.',
  'quiet-feet.done': 'The die showed 4. Sneaking, you were heard only two steps away, and the Prioress was three.',
  'quiet-feet.fail-heard': 'The Prioress heard you: the noise token let her leave her path, and it pointed to you.',
  'quiet-feet.fail-slow': 'The key is still there. Go straight for it: it is only two dots away.',
  'out-of-the-light.title': 'Out of the light',
  'out-of-the-light.text':
    'A guard sees what lies ahead of her and beside her, up to six steps away, but not through walls and doors, and never behind her. Her light shows it. You are checked on every dot of your route. Your key is up in the great tree, where nobody sees you.',
  'out-of-the-light.goal': 'Reach the key in the tree unseen',
  'out-of-the-light.hint1': 'Dots with an eye are watched. The short route crosses two of them.',
  'out-of-the-light.hint2': 'There is another route to the tree, on its other side.',
  'out-of-the-light.hint3': 'Walk 53, 58, 80, 81, 82: draw it dot by dot.',
  'out-of-the-light.done': 'Four dots in the dark, and the Abbess walked past beneath you.',
  'out-of-the-light.fail-seen':
    'She saw you on your route. Your vanished token showed her the tree, and she came to look.',
  'out-of-the-light.fail-slow': 'The key is still in the tree. Four dots, all of them dark, lead to it.',
  'vanish.title': 'Vanish',
  'vanish.text':
    'The Abbess sees you. When a step takes you out of sight, a vanished token marks where you went, and a guard who sees it may leave her path to follow. So do not stop behind the first door: be somewhere she would not look.',
  'vanish.goal': 'End the turn without being caught',
  'vanish.hint1': 'Behind the door of dot 71 there is a closet, and a corridor. One of them has no other exit.',
  'vanish.hint2': 'She can run six dots. Put as many between you as you can.',
  'vanish.hint3': 'Run through 71, 96 and 95 to 94 or 99.',
  'vanish.done': 'She followed the token to the door, looked into the closet, and found nobody.',
  'vanish.fail-found': 'The vanished token led her to the door, and you were within her reach behind it.',
  'key-and-wish.title': 'Key and wish',
  'key-and-wish.text':
    'First your key, then your secret wish, then home: in that order. Locked doors open only to a novice with her key, and your wish is behind the lock of the library. No guard is near, but you have three turns.',
  'key-and-wish.goal': 'Take your key, then your wish on dot 118, in three turns',
  'key-and-wish.hint1': 'End your first movement on the key, dot 72: two dots.',
  'key-and-wish.hint2': 'Then it is eight dots to the wish. Tap dot 118: the route is planned over several turns.',
  'key-and-wish.hint3': 'Run five dots to 93, then walk three: 100, 101, 118.',
  'key-and-wish.done': 'Key and wish are yours. In a real game you would now have to get it home.',
  'key-and-wish.fail-late':
    'Three turns are over without the wish. The key must be taken first, by ending a movement on its dot: without it the lock stays shut.',
  'caught.title': 'Caught!',
  'caught.text':
    'You have been caught once; a second capture wins the night for the guards. A caught novice is ordered home. While you obey, walking 3 or 4 dots along the shortest route to your cell, you cannot be caught again, even past a guard. You may disobey, but then you are on the run at once.',
  'caught.goal': 'Get free again without a second capture',
  'caught.hint1': 'The line on the board is your route home. The guard on it is no obstacle while you obey.',
  'caught.hint2': 'Behind the Abbess nobody sees you, and out of sight you are free when the turn ends.',
  'caught.hint3': 'Walk home: 44, 43, 23, 22.',
  'caught.done': 'You walked right past her, round the corner, and were on the run again when the turn ended.',
  'caught.fail-disobeyed':
    'You disobeyed, so you were on the run again from that very step, in reach of two guards. That was the second capture.',
  'home-before-dawn.title': 'Home before dawn',
  'home-before-dawn.text':
    'You carry your wish, and it is turn 13 of 15. After turn 15 the guards win. The line above your plan says how many steps are left and how many runs or walks they take. Running is fast but loud; sneaking costs time you may not have.',
  'home-before-dawn.goal': 'Be in your cell with the wish by turn 15',
  'home-before-dawn.hint1': 'It is twelve steps, and you have three movements.',
  'home-before-dawn.hint2': 'Three walks of four are exactly twelve.',
  'home-before-dawn.hint3': 'Tap your cell, dot 4, each turn, and choose Walk.',
  'home-before-dawn.done': 'Home with the wish, on the last turn. You have won the night.',
  'home-before-dawn.fail-dawn':
    'Dawn came before you did. Count the steps to your cell and the turns that are left, every turn.',
  'home-before-dawn.fail-met': 'You ran into a guard. Her dot ends your movement, and the wish is lost.',
  'a-blessing.title': 'A blessing',
  'a-blessing.text':
    'Everyone has one blessing, for one use. Yours is Roll again: right after a noise die it is rolled once more, and the second result counts. Walk to your key in the confessional, then look at the die. The Abbess is five steps away.',
  'a-blessing.goal': 'Take your key without being caught',
  'a-blessing.hint1': 'Walk 88, 87, 106, 107: three dots.',
  'a-blessing.hint2': 'A 6 less 1 for the walk is 5: just far enough for her to hear you.',
  'a-blessing.hint3': 'Play your card when you are asked. Afterwards it is too late: nothing rewinds.',
  'a-blessing.done': 'The second throw was a 1, and she walked on without a sound to follow.',
  'a-blessing.fail-heard':
    'The 6 stood, she heard you five steps away, and the noise token led her to the confessional.',
  'a-blessing.fail-slow': 'The key is still in the confessional, three dots away.',
  'paths.title': 'The guards’ paths',
  'paths.text':
    'Now you move the guards. A guard follows her path card to its end, walking 3 or 4 dots or running 5 or 6, then takes another that starts where she stands. The Abbess is free to choose. A novice is hiding in the gatehouse hall, on dot 69.',
  'paths.goal': 'Catch the novice on dot 69 this turn',
  'paths.hint1': 'Look at each path card: its route is drawn on the board.',
  'paths.hint2': 'The red path 26–122 goes through the hall, past dot 69.',
  'paths.hint3': 'Dot 69 is five steps along it: she must run.',
  'paths.done': 'Stepping onto a novice’s dot catches her, even in passing.',
  'paths.fail-wrong':
    'The turn is over and she is still there. A guard on her path cannot turn off it without a reason: the card decides where she can be.',
  'leave-the-path.title': 'Leave the path',
  'leave-the-path.text':
    'A guard may leave her path when she sees a novice, sees a vanished token, or has a noise token beside her. The Prioress heard something: the token points to dot 49, where the shortest route to the novice begins. From then on she may go anywhere this turn.',
  'leave-the-path.goal': 'Follow the noise and catch the novice',
  'leave-the-path.hint1': 'The novice ran, and the die showed 4: she is at most four steps away.',
  'leave-the-path.hint2': 'From dot 49 you can see the cloister, and nobody is there. A door leads to dot 50.',
  'leave-the-path.hint3': 'Step to 49, 50 and 36.',
  'leave-the-path.done': 'A reason, a turn off the path, and a closet with no other exit.',
  'leave-the-path.fail-followed':
    'The turn is over, and the token has left the board. A reason counts in the movement that follows it: next turn she would be bound to her path again.',
  'listen.title': 'Listen',
  'listen.text':
    'After moving, a guard who walked listens: she rolls a die, and every novice near enough must answer with a noise token. A guard who ran does not listen. Somewhere near the cloister a novice hides. The Abbess moves along her path: choose how far.',
  'listen.goal': 'Hear the novice, then catch her next turn',
  'listen.hint1': 'Three or four dots are a walk, five or six a run.',
  'listen.hint2': 'Stop after three dots, on 37, and listen.',
  'listen.hint3': 'The token points back to 38. Only one room opens there: dot 28.',
  'listen.done': 'You heard her through a closed door, turned back and opened it.',
  'listen.fail-deaf':
    'Five dots or more are a run, and a guard who ran does not listen. Nor will she hear the novices’ next noise.',
  'listen.fail-lost': 'You had heard her, but the turn passed and the token is gone. Follow a noise at once.',
  'shadow.title': 'Shadow her',
  'shadow.text':
    'The Abbess saw her run and vanish through the door between 43 and 23. She carries her wish, and her cell is near. You cannot see her now, but you know her card: a run is at most five dots. The Prioress stands at the end of her path and takes a new card.',
  'shadow.goal': 'Catch novice 5 before she is home',
  'shadow.hint1': 'Count five dots from 43 through the door: how far along the corridor can she be?',
  'shadow.hint2': 'The Abbess runs six dots, and is seven behind. The Prioress is much nearer to the corridor.',
  'shadow.hint3': 'Give the Prioress a path that begins with dot 19, such as yellow 26–122.',
  'shadow.done': 'You never saw her again, and did not need to: her card and the door said where she was.',
  'shadow.fail-home':
    'She was home on her next movement. One guard behind her was not enough: the other had to be ahead.',
  'shadow.fail-lost':
    'She got away. Count the dots of her card from where she vanished, and send a guard ahead of her.',
} as const;
