import os
with open('Logs/out.txt', 'w') as f:
    f.write('acc 0.91')
